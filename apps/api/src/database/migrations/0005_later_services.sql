-- PAY-08: services that are bought after the order was paid are a payment of their own. The attempt keeps which ones
-- its amount is for; null for a payment of the order itself.
alter table payment_attempt add column services jsonb;
