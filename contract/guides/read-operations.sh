# Тот же список таблицей: весь фильтр целиком, не по страницам.
curl -sS "$MAGISTRAL_URL/api/v1/operations?dateFrom=$FROM&dateTo=$TO" \
  -H "Authorization: Bearer $MAGISTRAL_KEY" \
  -H "Accept: text/csv" \
  -o operations.csv
