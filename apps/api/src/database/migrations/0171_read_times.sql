-- TALK-01: when the other side read a message. For earlier reads only the fact is known; the instant of the message
-- stands for them.
alter table message add column read_at timestamptz;
update message set read_at = message.at from conversation
  where conversation.client_id = message.client_id and conversation.id = message.conversation_id
    and message.id <= case when message.author = 'client' then conversation.staff_read_id else conversation.client_read_id end;
