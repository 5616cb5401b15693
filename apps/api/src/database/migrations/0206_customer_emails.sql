-- The e-mail that the card provider has of a customer (PAY-01); null if unknown.
alter table card_customer add column email text;
