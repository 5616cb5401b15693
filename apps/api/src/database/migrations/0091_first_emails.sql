-- SAFE-02: a first e-mail that was typed after a code counts as the account's before it is confirmed. In rows of a build that
-- does not say it waits, as before.
alter table email_change add column is_first boolean not null default false;
