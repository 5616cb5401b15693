-- DESK-04: replies that staff send again and again, with placeholders in braces.
create table saved_reply (
  id uuid primary key,
  name text not null,
  body text not null,
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null
);
