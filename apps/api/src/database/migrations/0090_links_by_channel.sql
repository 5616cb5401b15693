-- SAFE-02, SAFE-04: how a link was sent decides what ends it. Rows of a build that does not say count as the kind that ends
-- earlier (an account link) or works at once (a key).
alter table account_link add column channel text not null default 'email';
alter table sign_in_key add column channel text not null default 'sms';
