-- HOLD-10: what the hourly removal of rows that are over asks for, oldest first.
create index rate_bucket_oldest on rate_bucket (window_start);
create index sign_in_challenge_oldest on sign_in_challenge (created_at);
create index discount_error_report_oldest on discount_error_report (reported_at);
create index card_event_over on card_event (received_at) where status <> 'new';
create index payment_attempt_over on payment_attempt (created_at) where status in ('expired', 'failed');
create index subscription_checkout_over on subscription_checkout (created_at) where status <> 'open';
create index outbox_over on outbox (created_at) where status not in ('queued', 'sending');
create index operations_log_oldest on operations_log (at);
