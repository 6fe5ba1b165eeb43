# MAGISTRAL_KEY — ключ песочницы, mg_test_…
ask() {
  curl -sS "$MAGISTRAL_URL/api/v1$1" -H "Authorization: Bearer $MAGISTRAL_KEY"
}
tell() {
  curl -sS "$MAGISTRAL_URL/api/v1/sandbox$1" -H "Authorization: Bearer $MAGISTRAL_KEY" \
    -H "Content-Type: application/json" -d "$2"
}

ask /sandbox > sandbox.json
card=$(jq '.data.cards[0].id' sandbox.json)

# Водитель заправился: 40 л дизеля по 70 ₽.
tell /purchases "{\"card_id\": $card, \"goods_id\": 301, \"litres\": 40, \"unit_price\": 70, \"station\": \"М-4, 112-й км\"}"

# Прошёл день: лимиты карт на сутки начались заново.
tell /clock "{\"to\": $(jq '.data.now | sub("\\.[0-9]+"; "") | fromdate + 86400 | todate' sandbox.json)}"

# Та же покупка, как её узнает ваша программа.
ask "/operations?cardId=$card"
