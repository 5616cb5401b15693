-- REF-04: a bonus waits for the first delivery of the friend's order before it can be spent; cents. Bonuses of before are on the
-- balance already.
alter table referral add column pending_cents integer not null default 0;
