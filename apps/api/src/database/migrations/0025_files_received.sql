-- What the upload page sent at one time, with its description (UP-04), also while no order was in work: operations find it with
-- the client. `mark` tells a repeat from another sending. An upload that was received is kept as an order's file is.
create table files_received (
  client_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  mark text not null,
  description text not null,
  order_id uuid,
  uploads jsonb not null,
  primary key (client_id, id)
);
create unique index files_received_once on files_received (client_id, mark);

alter table upload add column received_at timestamptz;
drop index upload_unused;
create index upload_unused on upload (created_at) where order_id is null and received_at is null;
