-- What a truck needs to know of a station besides its price; null: not known.
alter table station add column height_centimetres int check (height_centimetres between 100 and 2000);
alter table station add column adblue boolean;
