-- HOLD-06: which month is given back, and how much of the last one credit at the card provider paid.
alter table subscription
  add column paid_credit_cents integer not null default 0,
  add column refund_invoice_id text,
  add column refund_payment_id text,
  add column refund_cents integer,
  add column refund_attempts integer not null default 0;
