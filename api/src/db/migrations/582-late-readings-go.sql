-- Which weeks of a feed have been read again on a night is of no use once the night is over.
grant delete on late_reading to magistral_system;
