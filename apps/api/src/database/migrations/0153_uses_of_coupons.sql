-- Operations count the orders of a code (OPS-16), also those that it made free. client_order_paid_with_code serves older builds.
create index if not exists client_order_uses_of_code on client_order (discount_code, id)
  where discount_code is not null and (paid_cents > 0 or client_status is not null);
