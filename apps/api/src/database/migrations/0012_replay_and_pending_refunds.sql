-- Until when the card provider's events and payments were looked through.
create table payment_mark (name text primary key, at timestamptz not null);

-- Refunds that the bank has not decided are asked about again.
drop index refund_due;
create index refund_due on refund (next_at) where status in ('created', 'pending');
