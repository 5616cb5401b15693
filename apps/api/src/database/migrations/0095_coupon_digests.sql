-- DISC-13: how often an error came since its last mail, and since when it waits for the digest.
alter table discount_error_report add column untold integer not null default 0;
alter table discount_error_report add column digest_since timestamptz;
create index discount_error_report_for_digest on discount_error_report (digest_since) where digest_since is not null;

-- The digests that name an order of an erased account are found among few.
create index outbox_coupon_digest on outbox (id) where template = 'coupon-digest';
