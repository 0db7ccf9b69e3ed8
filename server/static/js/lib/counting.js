// Whether hands lie open already, because the round is at its end: whoever comes then comes for them.
export const isCounting = ({ round, scores }) =>
  round !== null && (round.over !== null || scores.hands.length > 0 || Object.keys(scores.entered).length > 0);
