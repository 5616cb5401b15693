import { ownRank, sampleRanks } from '@nerdify/domain/referrals/referral.ts'
import { referralTexts } from '../../texts/referral.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Stack, Text } from '../../ui/Layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { bonusText, countText } from './referral-numbers.ts'
import styles from './ReferralScreen.module.css'

/** REF-02: fixed sample ranks, marked as samples, and one's own below them. */
export function Leaderboard({ friends, earned }: { friends: number; earned: number }) {
  const own = { rank: ownRank(friends), friends: countText(friends), bonus: bonusText(earned) }
  return (
    <Card title={referralTexts.leaderboard}>
      <CardBody>
        <Stack gap={3}>
          <table className={styles.board}>
            <caption className={styles.caption}>{referralTexts.caption}</caption>
            <thead>
              <tr>
                {referralTexts.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sampleRanks.map((row) => (
                <tr key={row.rank}>
                  <td>{row.rank}</td>
                  <td>{row.name}</td>
                  <td>{row.friends}</td>
                  <td>${row.bonus}</td>
                </tr>
              ))}
              <tr className={styles.own}>
                <td>{own.rank}</td>
                <th scope="row">{referralTexts.you}</th>
                <td>{own.friends}</td>
                <td>
                  <Money>{own.bonus}</Money>
                </td>
              </tr>
            </tbody>
          </table>
          <Text look="small">{referralTexts.samples}</Text>
        </Stack>
      </CardBody>
    </Card>
  )
}
