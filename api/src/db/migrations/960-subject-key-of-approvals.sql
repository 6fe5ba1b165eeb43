-- What identifies the thing that a proposal is about. A screen that makes such things finds the waiting proposal by it.
alter table approval add column subject_key jsonb;

-- Proposals that wait while the portal is upgraded. The path names the thing of most calls; a new tariff, network or
-- member that waits stays without a key, so it does not stand in the way of another proposal about it.
update approval
set subject_key = (said -> 'params') || case
  when said -> 'params' ? 'id' then jsonb_build_object('id', (said -> 'params' ->> 'id')::bigint)
  else '{}'::jsonb
end
where state = 'waiting' and said -> 'params' <> '{}'::jsonb;
update approval set subject_key = '{}' where state = 'waiting' and deed in ('publishTerms', 'setApprovalLimit');
update approval set subject_key = jsonb_build_object('date', said -> 'fields' ->> 'date')
where state = 'waiting' and deed = 'closeMonth';
