-- WAIT-05: what a client gets for work that comes late: the table in force, the one that an order was paid with, and what was credited.
alter table price_table add column late_credit jsonb not null default '[]';
alter table client_order
  add column late_credit jsonb not null default '[]',
  add column late_credit_cents integer not null default 0;
