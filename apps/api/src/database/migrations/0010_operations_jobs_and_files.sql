-- Agreed prices, the recall of unpaid orders, and the files of an order.

alter table client_order
  -- the price was agreed with operations: it does not lapse as a quote does
  add column price_fixed boolean not null default false,
  -- when the client was reminded of the unpaid order, or the order was left out for good
  add column recalled_at timestamptz;

-- Until now an agreed price was a quote of the order's own deadline.
update client_order set price_fixed = true, quoted_at = updated_at where quoted_at = deadline;

-- Unpaid orders whose client was not reminded yet.
create index client_order_not_recalled on client_order (updated_at, id)
  where system_status = 'Unpaid' and recalled_at is null and not declined;

-- A file of an order; its bytes are in the bucket under the key, which cannot be guessed.
create table order_file (
  client_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  created_at timestamptz not null,
  key text not null,
  name text not null,
  type text not null,
  size bigint not null,
  deleted boolean not null default false,
  revision_accept boolean not null default false,
  client_accept boolean not null default false,
  primary key (client_id, id)
);
create index order_file_of_order on order_file (client_id, order_id, id);

-- An object that is being stored and belongs to nothing yet; what stays here was never used.
create table unused_upload (key text primary key, created_at timestamptz not null);
create index unused_upload_oldest on unused_upload (created_at);
