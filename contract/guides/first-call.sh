curl -sS "$MAGISTRAL_URL/api/v1/cards" \
  -H "Authorization: Bearer $MAGISTRAL_KEY"
