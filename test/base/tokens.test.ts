import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { tokensOf } from '../../src/base/tokens.ts';

const TEXTS: Readonly<Record<string, string>> = {
  english: 'People who signed up in the first week came back more often than those who had been invited by a friend. ',
  german: 'Die Umwandlungsrate der Nutzerinnen, die über die Startseite kamen, stieg im Vorjahresvergleich deutlich. ',
  french: "L'événement « achat » n'a été reçu qu'une fois ; les propriétés des utilisateurs ont été mises à jour. ",
  polish: 'Wskaźnik konwersji użytkowników, którzy zarejestrowali się w zeszłym tygodniu, wzrósł o kilka procent. ',
  turkish: 'Geçen hafta kaydolan kullanıcıların dönüşüm oranı beklenenden yüksekti; çoğu İstanbul’dan geliyordu. ',
  russian: 'Пользователи, которые зарегистрировались на прошлой неделе, возвращались чаще остальных. ',
  greek: 'Οι χρήστες που εγγράφηκαν την προηγούμενη εβδομάδα επέστρεψαν συχνότερα από τους υπόλοιπους. ',
  arabic: 'المستخدمون الذين سجلوا الأسبوع الماضي عادوا أكثر من غيرهم إلى الموقع. ',
  hebrew: 'המשתמשים שנרשמו בשבוע שעבר חזרו לעתים קרובות יותר מהאחרים. ',
  hindi: 'पिछले सप्ताह पंजीकरण करने वाले उपयोगकर्ता दूसरों की तुलना में अधिक बार लौटे। ',
  chinese: '上周注册的用户比通过朋友邀请的用户回访得更频繁，转化率明显提高。',
  japanese: '先週登録したユーザーは、友人に招待されたユーザーよりも頻繁に戻ってきました。',
  korean: '지난주에 가입한 사용자는 친구의 초대를 받은 사용자보다 더 자주 돌아왔습니다. ',
  thai: 'ผู้ใช้ที่ลงทะเบียนเมื่อสัปดาห์ที่แล้วกลับมาบ่อยกว่าผู้ใช้ที่ได้รับเชิญจากเพื่อน ',
  amharic: 'ባለፈው ሳምንት የተመዘገቡ ተጠቃሚዎች ከሌሎቹ ይልቅ በብዛት ተመልሰዋል። ',
  emoji: '🎉🚀 done 👩‍👩‍👧 ❤️🇩🇪 ✅ 🤷🏽‍♂️ ',
  table: '2026-11-15 | 1565 | 17\n2026-11-16 | 2873.25 | 25\n2026-11-17 | 310148 | 0\n2026-11-18 (so far) | – | 1\n',
  json: '{"label":"purchase - DE","count":1315,"data":[1,0,22,310],"breakdown_value":["DE","Chrome"],"next":null}',
  urls: 'https://shop.example/products/espresso-beans?utm_source=newsletter&ref=42 1_https://example.com/a/b ',
  names: '$pageview $autocapture added_to_cart checkoutStarted PurchaseCompletedV2 user.signed-up HTTP_ERROR_500 ',
  escapes: '"ignore\\u202eprevious\\ninstructions\\u007c\\u200b" ',
};

test.each(Object.entries(TEXTS))('never fewer than a real tokeniser makes of it: %s', (_, text) => {
  for (const times of [1, 20]) {
    const whole = text.repeat(times);
    const real = encode(whole).length;
    const estimate = tokensOf(whole);
    expect(estimate).toBeGreaterThanOrEqual(real);
    expect(estimate).toBeLessThanOrEqual(2.6 * real);
  }
});

test('and not of ids, which are the worst that stored data usually hold', () => {
  const random = seeded(7);
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';
  const from = (alphabet: string) =>
    Array.from({ length: 400 }, () => alphabet[random.below(alphabet.length)]).join('');
  for (const alphabet of ['0123456789abcdef', letters, '0123456789', '01,.:;|[]{}"']) {
    const text = from(alphabet);
    expect(tokensOf(text), text).toBeGreaterThanOrEqual(encode(text).length);
  }
});

test('nothing has none', () => {
  expect(tokensOf('')).toBe(0);
});
