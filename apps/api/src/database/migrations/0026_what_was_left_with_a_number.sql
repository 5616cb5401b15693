-- What somebody left with a phone number that is a client's already (MSG-01), beside the wishes to be texted.
alter table contact_request add column email text;
alter table contact_request add column phone_ref text;

-- What support was told of a client in their own words, to be forgotten with the account (LAW-06).
create index outbox_about_client on outbox ((variables ->> 'client')) where variables ->> 'client' is not null;
