-- AUTH-10: the browser that asked for a mailed link, as the hash of its nonce; only there the link signs in at once.
alter table sign_in_key add column nonce_hash text;
