-- Plans that clients pay each month. The card provider runs them; what stands here is a copy of its last word.

create table subscription (
  client_id uuid not null,
  -- The card provider's.
  id text not null,
  customer_id text not null,
  plan text not null,
  family text not null,
  status text not null,
  -- A second one of its family, made at the same moment in another window: it is ended and given back.
  surplus boolean not null default false,
  cancel_at_period_end boolean not null,
  monthly_cents bigint not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  trial_end timestamptz,
  card_last4 text,
  started_at timestamptz not null,
  -- The last month that was paid.
  paid_invoice_id text,
  paid_cents bigint not null default 0,
  paid_at timestamptz,
  payment_id text,
  -- Its refund: when it was asked for, and when the provider had made it.
  refund_asked_at timestamptz,
  refund_reason text,
  refund_next_at timestamptz,
  refund_id text,
  refunded_at timestamptz,
  synced_at timestamptz not null,
  primary key (client_id, id)
);
create unique index subscription_live on subscription (client_id, family)
  where not surplus and status not in ('canceled', 'incomplete_expired');
create index subscription_trial_ending on subscription (trial_end) where status = 'trialing';
create index subscription_to_refund on subscription (refund_next_at) where refund_asked_at is not null and refunded_at is null;

-- Visits to the provider's page: to subscribe, or to pay with another card.
create table subscription_checkout (
  client_id uuid not null,
  id uuid not null,
  kind text not null,
  -- What is subscribed to, or which subscription the card is for.
  tag text,
  subscription_id text,
  status text not null,
  session_id text,
  success_path text not null,
  cancel_path text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  checked_at timestamptz,
  primary key (client_id, id)
);
create unique index subscription_checkout_open on subscription_checkout (client_id, kind) where status = 'open';
create index subscription_checkout_stale on subscription_checkout (created_at) where status = 'open';

-- Who has had a trial: the account itself, and keyed hashes of its phone, e-mail and card.
create table trial_use (
  kind text not null,
  mark text not null,
  client_id uuid not null,
  subscription_id text not null,
  at timestamptz not null,
  primary key (kind, mark)
);
