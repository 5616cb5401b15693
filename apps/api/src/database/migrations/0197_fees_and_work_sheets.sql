-- The fee agreed with the Nerd who has the order, in cents, and when the Nerd was mailed the work sheet (OPS-14).
alter table client_order add column nerd_fee_cents bigint check (nerd_fee_cents >= 0);
alter table client_order add column work_sheet_at timestamptz;
-- Delivered orders with a fee: the last delivery is never before the first, which owes the fee.
create index client_order_fees on client_order (sent_at) where nerd_fee_cents is not null;
