-- What "Download my data" and the erasure of an account ask for (LAW-06), a new e-mail address (INFO-02), the sweep of the
-- bucket (FILE-04) and the forgetting of answers: each went through a whole table.
create index client_phone_of_client on client_phone (client_id);
create index client_email_of_client on client_email (client_id);
create index referral_code_hash_of_client on referral_code_hash (client_id);
create index client_share_code_of_client on client_share_code (client_id);
create index upload_page_of_client on upload_page (client_id);
create index order_payment_token_of_client on order_payment_token (client_id);
create index sign_in_challenge_of_client on sign_in_challenge (client_id);
create index sign_in_key_of_client on sign_in_key (client_id);
create index outbox_of_address on outbox (lower(to_address));
create index idempotency_oldest on idempotency (created_at);
create index upload_by_id on upload (id);
