-- A card brings one referral bonus (SAFE-08). Cards are kept as keyed hashes, which outlive the accounts.
create table referral_card (
  mark text primary key,
  client_id uuid not null,
  friend_id uuid not null,
  at timestamptz not null
);
create index referral_card_of_client on referral_card (client_id);

-- The card had brought a bonus before; the bonus waits for staff since then.
alter table referral add column card_known boolean not null default false;
alter table referral add column waits_since timestamptz;
create index referral_waits on referral (waits_since) where waits_since is not null;

-- Who else paid with a card: also what was paid before there was the table above.
create index ledger_entry_of_card on ledger_entry ((data ->> 'card_mark')) where data ->> 'card_mark' is not null;
