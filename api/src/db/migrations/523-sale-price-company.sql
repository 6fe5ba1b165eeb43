-- outside a transaction
-- Whether a company has ever had a tariff.
create index concurrently sale_price_company on sale_price (company_id);
