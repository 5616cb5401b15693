-- MSG-05: a text whose sending is in doubt is looked up at the provider before it is sent again; the provider reports
-- what became of it.
alter table outbox add column in_doubt boolean not null default false;
alter table outbox add column delivered_at timestamptz;
create index outbox_by_status on outbox (status, id);

-- LAW-07: addresses that asked for no more messages; phones in E.164, mail in lower case.
create table opt_out (
  channel text not null,
  address text not null,
  at timestamptz not null,
  said text not null,
  primary key (channel, address)
);

-- LAW-07: what a client agreed to or took back, with the words that were shown and the address it is about.
create table marketing_consent (
  client_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  granted boolean not null,
  wording text not null,
  phone text,
  email text,
  ip text,
  primary key (client_id, id)
);
create index marketing_consent_of_phone on marketing_consent (phone, id) where phone is not null;
create index marketing_consent_of_email on marketing_consent (email, id) where email is not null;

-- MSG-06: how a client wants to hear of their orders.
alter table client add column announce_by text not null default 'sms';

-- MSG-01, REF-04: where a client came from, as they said it first.
create table client_origin (
  client_id uuid primary key,
  at timestamptz not null,
  country text,
  landing text,
  landing_query text,
  referral text,
  phone_ref text,
  email text,
  message text
);

-- MSG-03: requests to be texted, with what was written; that is kept and never passed on.
create table contact_request (
  client_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  phone text not null,
  from_number text,
  body text,
  landing text,
  landing_query text,
  facebook_page_id text,
  facebook_messenger_id text,
  primary key (client_id, id)
);
