-- Since when one code may confirm documents of this company together with those of others; null: each company has its own code.
alter table company add column shared_code_since timestamptz;
