-- HOLD-09: how many orders somebody had paid whose account was erased, by keyed hashes of phone, mailbox and card.
create table earlier_orders (
  kind text not null,
  mark text not null,
  orders integer not null,
  at timestamptz not null,
  primary key (kind, mark)
);
create index earlier_orders_oldest on earlier_orders (at);
-- Whose account belongs to somebody who was known again by them, and with how many orders.
create table known_again (client_id uuid primary key, orders integer not null);
