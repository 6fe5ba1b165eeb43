# Как обратится сама 1С:УАТ: ключ без слова Bearer.
curl -sS "$MAGISTRAL_URL/api/public-api/v2/transactions?dateFrom=$FROM&dateTo=$TO" \
  -H "Authorization: $MAGISTRAL_KEY"
