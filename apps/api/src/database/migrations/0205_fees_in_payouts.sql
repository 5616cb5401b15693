-- The orders whose fees a payout included (OPS-14); null for older payouts.
alter table tip_payout add column fee_orders text[];
