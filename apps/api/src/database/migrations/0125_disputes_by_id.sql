-- The first entries of disputes had their dispute in the ref alone.
update ledger_entry
set data = jsonb_build_object(
    'dispute_id', regexp_replace(ref, '^won:', ''),
    'status', case kind when 'dispute_won' then 'won' else 'open' end
  ) || data
where kind in ('dispute', 'dispute_won') and ref not like 'credit-dispute%' and data ->> 'dispute_id' is null;
