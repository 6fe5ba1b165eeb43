# Ключ запроса придумываете вы: один на один перевод, тот же при повторе.
curl -sS -X POST "$MAGISTRAL_URL/api/v1/cards/$CARD_ID/transfer" \
  -H "Authorization: Bearer $MAGISTRAL_KEY" \
  -H "Idempotency-Key: $REQUEST_KEY" \
  -H "Content-Type: application/json" \
  -d '{"sum": 1500.50}'
