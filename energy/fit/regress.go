package fit

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// errSingular means that the samples do not tell the unknowns apart.
var errSingular = errors.New("the samples do not tell the unknowns apart")

// maxCondition is the largest condition number of a design matrix, its columns
// scaled to length 1, whose solution means anything.
const maxCondition = 1e8

// regression is a solved least-squares problem.
type regression struct {
	coef  []float64
	resid []float64     // y - x coef
	dof   int           // rows - columns
	sigma float64       // standard deviation of y about the plane; 0 without degrees of freedom
	inv   *mat.SymDense // (x'x)^-1
}

// leastSquares minimises |x b - y|^2 by a QR decomposition of x, whose columns
// are scaled to length 1 first. x must have at least as many rows as columns.
func leastSquares(x *mat.Dense, y []float64) (*regression, error) {
	rows, cols := x.Dims()
	if rows < cols {
		return nil, errSingular
	}
	scaled := mat.DenseCopyOf(x)
	norm := make([]float64, cols)
	for j := range norm {
		norm[j] = mat.Norm(x.ColView(j), 2)
		if norm[j] == 0 {
			return nil, errSingular
		}
		for i := range rows {
			scaled.Set(i, j, x.At(i, j)/norm[j])
		}
	}
	var qr mat.QR
	qr.Factorize(scaled)
	if c := qr.Cond(); !(c < maxCondition) {
		return nil, errSingular
	}
	var b mat.VecDense
	if err := qr.SolveVecTo(&b, false, mat.NewVecDense(rows, y)); err != nil {
		return nil, errSingular
	}
	var square mat.SymDense
	square.SymOuterK(1, scaled.T())
	var chol mat.Cholesky
	if !chol.Factorize(&square) {
		return nil, errSingular
	}
	inv := mat.NewSymDense(cols, nil)
	if err := chol.InverseTo(inv); err != nil {
		return nil, errSingular
	}
	r := &regression{dof: rows - cols, inv: inv, coef: make([]float64, cols)}
	for j := range cols {
		r.coef[j] = b.AtVec(j) / norm[j]
		for k := j; k < cols; k++ {
			inv.SetSym(j, k, inv.At(j, k)/norm[j]/norm[k])
		}
	}
	r.residuals(x, y)
	return r, nil
}

func (r *regression) residuals(x *mat.Dense, y []float64) {
	sum := 0.0
	for i := range y {
		fitted := 0.0
		for j, b := range r.coef {
			fitted += x.At(i, j) * b
		}
		r.resid = append(r.resid, y[i]-fitted)
		sum += r.resid[i] * r.resid[i]
	}
	if r.dof > 0 {
		r.sigma = math.Sqrt(sum / float64(r.dof))
	}
}

// estimate is the linear combination sum(w_j * coef_j) with its confidence
// interval: value +- t * sigma * sqrt(w' (x'x)^-1 w), Student's t at the
// regression's degrees of freedom.
func (r *regression) estimate(w []float64, confidence float64) Estimate {
	e := Estimate{Value: r.at(w)}
	if r.dof > 0 {
		half := student(confidence, r.dof) * r.sigma * math.Sqrt(max(r.leverage(w), 0))
		e.CI = &Interval{Lo: e.Value - half, Hi: e.Value + half}
	}
	return e
}

// at is the linear combination sum(w_j * coef_j).
func (r *regression) at(w []float64) float64 {
	sum := 0.0
	for j := range w {
		sum += w[j] * r.coef[j]
	}
	return sum
}

// student is the two-sided quantile of Student's t distribution.
func student(confidence float64, dof int) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(dof)}.Quantile(0.5 + confidence/2)
}

// leverage is w' (x'x)^-1 w.
func (r *regression) leverage(w []float64) float64 {
	sum := 0.0
	for j := range w {
		for k := range w {
			sum += w[j] * w[k] * r.inv.At(j, k)
		}
	}
	return sum
}
