-- A company reads which of its own months are closed: its wall stands since 066.
grant select on month_closing to magistral_app;
