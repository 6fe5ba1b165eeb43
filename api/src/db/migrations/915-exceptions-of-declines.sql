-- What has become of a refusal stands beside it in the list of refusals.
create index rule_exception_decline on rule_exception (company_id, decline_id) where decline_id is not null;
