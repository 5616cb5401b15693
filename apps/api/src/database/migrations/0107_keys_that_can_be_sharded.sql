-- A client is brought by one friend: every change finds the referral by the friend, so that is its one unique key.
alter table referral drop constraint referral_pkey;
alter table referral add constraint referral_pkey primary key using index referral_of_friend;
create index referral_of_client on referral (client_id);

-- Which message a dedupe key belongs to: a table that is spread by one key has no second unique one. The unique key of outbox
-- itself stays for builds that write beside this one.
create table outbox_key (
  dedupe_key text primary key,
  message_id uuid not null
);
insert into outbox_key (dedupe_key, message_id) select dedupe_key, id from outbox where dedupe_key is not null;
