-- TALK-01: words that signed-in clients left on the contact page become messages of their general conversation, answered
-- ones too; so do texts that an older version stored for a client after 0152. Words that nobody proved stay (decision 0101).
with words as (
  delete from contact_request where signed_in and from_number is null and body ~ '\S'
    returning client_id, id, at, body, answered_at
), texts as (
  delete from text_received where client_id is not null returning client_id, id, at, body, answered_at
), carried as (
  select *, false as by_text from words union all select *, true from texts
), written as (
  insert into message (client_id, conversation_id, id, at, author, body, by_text, read_at)
    select client_id, client_id, id, at, 'client', body, by_text, answered_at from carried
)
insert into conversation (client_id, id, last_at, waits_since, staff_read_id)
  select client_id, client_id, max(at), min(at) filter (where answered_at is null),
    max(id::text) filter (where answered_at is not null)::uuid from carried group by client_id
  on conflict (client_id, id) do update set
    last_at = greatest(conversation.last_at, excluded.last_at),
    waits_since = least(conversation.waits_since, excluded.waits_since),
    staff_read_id = greatest(conversation.staff_read_id, excluded.staff_read_id);
