-- How a session began (SAFE-03), and from where (SAFE-04); without an origin it is from before they were told apart, or of an
-- older build beside this one: then it counts as one from a code, that is not recent.
alter table session
  add column origin text,
  -- The one order that a session of a rating or payment link reaches.
  add column order_id uuid,
  add column browser text,
  add column country text;

-- What kind of session the key of a text opens; without one, that of a link that only signs in.
alter table sign_in_key
  add column origin text,
  add column order_id uuid;

-- Payment links that were sent already keep to their order.
update sign_in_key
  set origin = 'payment-link', order_id = (outbox.variables ->> 'orderId')::uuid
  from outbox
  where outbox.template = 'order-recall' and outbox.variables ->> 'keyId' = sign_in_key.id::text;

-- Whoever is blocked is not signed in (SAFE-04).
alter table client add column blocked_at timestamptz;
