import { leaderboard, type Rank } from '@nerdify/domain/referrals/leaderboard.ts'
import { referralTexts } from '../../texts/referral.ts'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Money } from '@nerdify/ui/order/Money.tsx'
import { bonusText, countText } from './referral-numbers.ts'
import styles from './ReferralScreen.module.css'

/** EASE-13, REF-02: the client's own rank and the next ones, then fixed sample ranks, marked as samples. */
export function Leaderboard({ friends, earned }: { friends: number; earned: number }) {
  const { before, own, after } = leaderboard(friends)
  const next = leaderboard(friends + 1).own
  return (
    <Card title={referralTexts.leaderboard}>
      <CardBody>
        <Stack gap={3}>
          <p>
            <b>{referralTexts.ownRank(own)}</b> <span>{next < own && referralTexts.wayUp(next)}</span>
          </p>
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
              <Samples ranks={before} />
              <tr className={styles.own}>
                <td>{own}</td>
                <th scope="row">{referralTexts.you}</th>
                <td>{countText(friends)}</td>
                <td>
                  <Money>{bonusText(earned)}</Money>
                </td>
              </tr>
              <Samples ranks={after} />
            </tbody>
          </table>
          <Text look="small">{after.length === 0 ? referralTexts.samples : referralTexts.otherSamples}</Text>
        </Stack>
      </CardBody>
    </Card>
  )
}

const Samples = ({ ranks }: { ranks: readonly Rank[] }) =>
  ranks.map((row) => (
    <tr key={row.name} className={styles.sample}>
      <td>{row.rank}</td>
      <td>{row.name}</td>
      <td>{row.friends}</td>
      <td>{`$${row.bonus}`}</td>
    </tr>
  ))
