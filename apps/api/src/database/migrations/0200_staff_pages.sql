-- DESK-07: the page that each stream of staff shows. The stream writes its row again while it lasts, and deletes it.
create table staff_page (
  stream_id uuid primary key,
  staff_id uuid not null,
  -- Named as in the log: "order {id}".
  page text not null,
  seen_at timestamptz not null
);
