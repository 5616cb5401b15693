-- Operations read the log by person and by action, newest first (OPS-19), and the paid orders of a code (OPS-16).
create index operations_log_of_author on operations_log (author, id);
create index operations_log_of_action on operations_log (action, id);
create index client_order_paid_with_code on client_order (discount_code, id) where discount_code is not null and paid_cents > 0;
