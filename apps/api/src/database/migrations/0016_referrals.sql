-- Who brought whom. A friend is brought by one client, at sign-up; what came of it is kept with the first paid order.
create table referral (
  -- Who brought the friend.
  client_id uuid not null,
  friend_id uuid not null,
  at timestamptz not null,
  -- The friend's first paid order.
  order_id uuid,
  card_cents bigint not null default 0,
  same_person boolean not null default false,
  -- What the client has for it now.
  bonus_cents bigint not null default 0,
  primary key (client_id, friend_id)
);
create unique index referral_of_friend on referral (friend_id);

-- The discount of a friend's first order. Nobody can type its code: typed codes are in capitals.
insert into discount (code, definition, updated_at)
values ('referral', '{"gift":{"kind":"amount","amountCents":2000},"onceAClient":true,"mostPaidOrders":0}', now())
on conflict do nothing;
