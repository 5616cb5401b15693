-- Coupons, what they did to an order, and what a service would cost were it not free.

-- Operations' data: what a coupon gives and on which conditions.
create table discount (
  code text primary key,
  definition jsonb not null,
  updated_at timestamptz not null
);

-- What a code that is for once a client, or for so many orders in all, has been used for. Each use has a slot of its
-- own, so that no two orders can have the same: 'client:<key>' for once a client, 'use:1', 'use:2', … in all. A slot is
-- held while the order's card page is open, and used once the order is paid.
create table discount_use (
  code text not null,
  slot text not null,
  client_id uuid not null,
  order_id uuid not null,
  held_at timestamptz not null,
  used_at timestamptz,
  primary key (code, slot)
);
create index discount_use_of_order on discount_use (client_id, order_id);

-- When operations were last told that a code was refused for an order.
create table discount_error_report (
  client_id uuid not null,
  order_id uuid not null,
  code text not null,
  error_type text not null,
  reported_at timestamptz not null,
  primary key (client_id, order_id, code, error_type)
);

alter table client_order
  add column discount_code text,
  -- as it was applied: {gift, added_services, cashback_cents}
  add column discount jsonb,
  -- why the last discount was taken away
  add column discount_error_type text,
  add column discount_error_value jsonb;

-- service key -> {list_cents, price_cents, free_reason, added, paid, refunded}
update client_order
set services = (
  select jsonb_object_agg(key, value || jsonb_build_object('list_cents', value -> 'price_cents', 'free_reason', null))
  from jsonb_each(services)
)
where services <> '{}';
