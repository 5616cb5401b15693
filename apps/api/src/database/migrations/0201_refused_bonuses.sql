-- SAFE-08: staff refused the referrer's bonus that waited for them.
alter table referral add column refused boolean not null default false;
