-- Refunds that the provider refused wait for staff (OPS-09).
create index refund_failed on refund (id) where status = 'failed';
