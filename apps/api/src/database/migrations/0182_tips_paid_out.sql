-- Tips that were paid out to Nerds (OPS-14), by month. What was paid out before is part of the key, so that two that pay at
-- once cannot both do so.
create table tip_payout (
  nerd_id uuid not null,
  month text not null,
  before_cents bigint not null,
  cents bigint not null check (cents > 0),
  reference text not null,
  author text not null,
  at timestamptz not null,
  primary key (nerd_id, month, before_cents)
);
