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
          <span aria-hidden="true">★</span>
        </label>
      ))}
    </fieldset>
  );
}
