import { useId } from 'react';

interface RatingStarsProps {
  name: string;
  rating: number;
  onRate: (rating: number) => void;
}

/** One to five stars as radio buttons, for keyboard and screen readers. */
export function RatingStars({ name, rating, onRate }: RatingStarsProps) {
  const group = useId();
  return (
    <fieldset className="stars">
      <legend className="sr-only">Rating of {name}</legend>
      {[1, 2, 3, 4, 5].map((value) => (
        <label key={value} data-lit={value <= rating ? '' : undefined}>
          <input
            type="radio"
            name={group}
            value={value}
            checked={value === rating}
            onChange={() => onRate(value)}
            // A second click on the same star removes the rating.
            onClick={() => value === rating && onRate(0)}
          />
          <span className="sr-only">{value} of 5</span>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="m10 2.2 2.4 5 5.5.7-4 3.8 1 5.4-4.9-2.6-4.9 2.6 1-5.4-4-3.8 5.5-.7z" />
          </svg>
        </label>
      ))}
    </fieldset>
  );
}
